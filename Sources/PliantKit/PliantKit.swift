// The data's way.
