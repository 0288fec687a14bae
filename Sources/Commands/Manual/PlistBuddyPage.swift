// pliant-plistbuddy(7): PlistBuddy's commands, and the differences from PlistBuddy.

extension Manual {
  static let plistBuddy = ManualPage(
    "pliant-plistbuddy", section: 7, summary: "PlistBuddy commands, and the differences from PlistBuddy",
    text: #"""
      # DESCRIPTION
      `pliant PlistBuddy` reads and changes values of property lists with the commands of macOS's PlistBuddy.
      Installed as PlistBuddy (`ln -s pliant PlistBuddy`), the program accepts its arguments.

          PlistBuddy [-x] [-l] [-c COMMAND]... FILE

      `-c` can be repeated. pliant checks all commands, then runs them in order; a command that fails does not stop
      the others. If a command changed the document, pliant saves *FILE* once, after the last. Without `-c` it reads
      commands from standard input, one per line, after the prompt `Command:`, and only Save saves changes.

      Saving creates a missing *FILE* as an XML property list. In XML and old-style property lists, JSON and .strings,
      every byte outside the changed values remains, as with `pliant replace`; a binary property list remains binary.
      pliant writes the file atomically and reads it back.

      `-c` *COMMAND* :: run *COMMAND*
      `-x` :: print an XML property list with the same bytes as CoreFoundation
      `-l` :: reject a *FILE* whose path contains symbolic links
      `-h` :: show a summary of the commands

      # COMMANDS
      `Print` [*ENTRY*] :: Prints the value of *ENTRY*, or of the working container.
      `Set` *ENTRY* *VALUE* :: Changes a string, number, boolean, date or data and keeps its type.
      `Add` *ENTRY* *TYPE* [*VALUE*] :: Adds an entry or element. *TYPE* is string, array, dict, bool, real, integer,
        date or data; without *VALUE* the value is empty, false or 0. Creates missing parent dictionaries.
      `Copy` *ENTRY* *ENTRY* :: Copies the value of the first entry to the second.
      `Delete` *ENTRY* :: Removes an entry or element.
      `Merge` [`-r`] *FILE* [*ENTRY*] :: Adds the missing entries of another property list to a dictionary, or appends
        its elements to an array. `-r` also merges containers that both have.
      `Import` *ENTRY* *FILE* :: Sets *ENTRY* to the bytes of a file, as data or in its current type.
      `Clear` [*TYPE*] :: Removes everything; the root becomes an empty value of *TYPE*, by default a dictionary.
      `CD` *ENTRY* :: Changes the working container, to which entries without a leading colon are relative.
      `Save`, `Revert` :: Writes the file; reads it again and discards all changes.
      `Exit`, `Help` :: Ends without saving; prints a summary of the commands.

      The names of commands and types are case-insensitive. Aliases are `?` for Help, `Quit` and `Bye` for Exit, and
      `ls`, `=`, `+`, `cp`, `rm`, `Remove` and `-` for Print, Set, Add, Copy and Delete.

      # ENTRIES AND VALUES
      An entry consists of keys and indices (from 0), each after a colon:
      `:CFBundleDocumentTypes:2:CFBundleTypeExtensions`. `\:` is a colon in a key. An empty last step appends to an
      array: `Add :Tags: string new`; an index inserts before the element at that index.

      Blanks separate words; single or double quotation marks keep words together. `\n` and `\t` are a line feed and a
      tab; a backslash quotes any other character. The value of Set and Add is the rest of the line. `true`, `yes` and
      `1` are true. A date has the form that Print uses, `Mon Jan 01 00:00:00 UTC 2024`, in UTC or local time, or that
      of XML, `2024-01-01T00:00:00Z`. Data is the bytes of the text.

      # EXIT STATUS
      0 if all commands succeeded, 1 if a command, reading or saving failed.

      # EXAMPLES
      Print a value.
        $ pliant PlistBuddy -c 'Print :owner:name' settings.plist
        Ada Byron
      Change a file and print part of it.
        $ pliant PlistBuddy -c 'Set :name Harbour' -c 'Add :Tags array' -c 'Add :Tags: string new' -c 'Print :Tags' \#
      settings.plist
        Array {
            new
        }
      Try to change a missing entry; the exit status is 1.
        $ pliant PlistBuddy -c 'Set :NoSuchKey 1' settings.plist
        Set: Entry, ":NoSuchKey", Does Not Exist
        [1]
      Create a file.
        $ pliant PlistBuddy -c 'Add :server:port integer 8080' -c Print new.plist
        File Doesn't Exist, Will Create: new.plist
        Dict {
            server = Dict {
                port = 8080
            }
        }

      # DIFFERENCES
      pliant changes only the edited values :: PlistBuddy rewrites the whole file as XML with sorted keys. It also
        writes after a command failed, and thus creates a missing file.
      pliant writes atomically and reports failures :: PlistBuddy exits 0 if it cannot write the file.
      The exit status is 1 if any command fails :: PlistBuddy exits 0 after unclosed quotes, an invalid integer, real
        or date, and an unknown parent.
      Invalid values are errors :: PlistBuddy reads `12abc` as 12 and `0x10` as 0, keeps 24 bits of a real, and shifts
        a date in another time zone. pliant accepts integers of up to 128 bits, also hexadecimal with `0x`.
      Set without a value is an error :: as in PlistBuddy up to macOS 13. `Set :key ""` sets an empty string.
      Add without a value adds an empty one :: as newer versions of PlistBuddy do; older ones silently add nothing. A
        date without a value is the current time, since PlistBuddy(8) makes the value optional for every type and
        there is no empty date.
      Exit discards changes :: only interactively, as in PlistBuddy: with `-c` the file is saved after the last
        command, whatever Exit says.
      An index must be a decimal number :: PlistBuddy treats any other step in an array as 0 and a number with a
        leading zero as octal, deletes the first element for an empty step, and crashes on a negative index.
      Print keeps the order of the file :: PlistBuddy prints keys in the order of a hash table.
      Print prints complete values :: PlistBuddy prints nothing for strings of 4,096 bytes and more, six decimals
        only, the name of standard time in summer, and no UIDs.
      Clear with an unknown type changes nothing :: PlistBuddy replaces the root with an empty dictionary.
      A quotation mark of the other kind is literal :: inside quotation marks; for `"it's"`, PlistBuddy reports `Parse
        Error: Unclosed Quotes`.
      `\:` is a colon in a value too :: PlistBuddy keeps the backslash.
      Commands have no limit in number or length :: PlistBuddy accepts 14 `-c` options and 511 bytes per line.
      A command name ends at a blank, a colon or a quotation mark :: `Printed` is unknown; PlistBuddy treats it as
        Print. pliant ignores blanks before the name.
      Unknown options are errors :: PlistBuddy treats them as the file. `-h` exits 0.
      The working container survives changes before it :: and becomes the root when a container around it is removed;
        PlistBuddy crashes.
      JSON, .strings and old-style property lists keep their format :: and values that the format cannot represent are
        errors; PlistBuddy cannot read JSON, and converts the others to XML.
      Merging a single value into a dictionary is an error :: PlistBuddy adds it under an empty key.
      """#, seeAlso: ["extract", "insert", "replace", "remove", "merge", "print", "pliant-plutil(7)"])
}
