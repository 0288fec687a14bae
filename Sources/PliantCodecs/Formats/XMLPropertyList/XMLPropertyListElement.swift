// The names of the elements of an XML property list.

enum XMLPropertyListElement: UInt8 {
  case propertyList
  case dictionary
  case array
  case key
  case string
  case integer
  case real
  case date
  case data
  case `true`
  case `false`
  case unknown

  @inline(__always)
  init(_ name: ByteView) {
    switch name.count {
    case 3: self = name == "key" ? .key : .unknown
    case 4:
      switch (name[0], name[1]) {
      case (ASCII.lowerT, _): self = name == "true" ? .true : .unknown
      case (ASCII.lowerR, _): self = name == "real" ? .real : .unknown
      case (_, 0x69): self = name == "dict" ? .dictionary : .unknown
      default: self = name == "date" ? .date : name == "data" ? .data : .unknown
      }
    case 5:
      switch name[0] {
      case ASCII.lowerA: self = name == "array" ? .array : .unknown
      case ASCII.lowerF: self = name == "false" ? .false : .unknown
      default: self = name == "plist" ? .propertyList : .unknown
      }
    case 6: self = name == "string" ? .string : .unknown
    case 7: self = name == "integer" ? .integer : .unknown
    default: self = .unknown
    }
  }
}
