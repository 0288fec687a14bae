// PliantFoundation
