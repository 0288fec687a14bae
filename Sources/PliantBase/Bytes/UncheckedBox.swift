/// A value on the heap that a class changes once an event, without the run-time check of exclusive access.
///
/// Its owner calls nothing back while it changes the value.
package struct UncheckedBox<Value: ~Copyable>: ~Copyable {
  @usableFromInline let pointer: UnsafeMutablePointer<Value>

  @inlinable package init(_ value: consuming Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  @inlinable deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  @inlinable package var value: Value {
    @inline(__always) _read { yield pointer.pointee }
    @inline(__always) nonmutating _modify { yield &pointer.pointee }
  }
}
