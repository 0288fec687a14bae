// simdjson-copy IN OUT: reads JSON as a tree and writes it compact.
#include <cstdio>
#include <string>
#include <simdjson.h>

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  simdjson::dom::parser parser;
  simdjson::dom::element document;
  if (auto error = parser.load(argv[1]).get(document)) {
    std::fprintf(stderr, "simdjson-copy: %s\n", simdjson::error_message(error));
    return 1;
  }
  std::string text = simdjson::minify(document);
  FILE *file = std::fopen(argv[2], "wb");
  if (!file) return 1;
  bool isWritten = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && isWritten ? 0 : 1;
}
