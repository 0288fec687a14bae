// yyjson-copy IN OUT: reads JSON as a tree and writes it compact.
#include <stdio.h>
#include "yyjson.h"

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  yyjson_read_err error;
  yyjson_doc *document = yyjson_read_file(argv[1], 0, NULL, &error);
  if (!document) {
    fprintf(stderr, "yyjson-copy: %s at byte %zu\n", error.msg, error.pos);
    return 1;
  }
  return yyjson_write_file(argv[2], document, 0, NULL, NULL) ? 0 : 1;
}
