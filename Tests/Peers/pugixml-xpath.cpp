// pugixml-xpath EXPR IN: reads XML as a tree and prints the text of each node that EXPR finds, one a line.
#include <cstdio>
#include <pugixml.hpp>

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  pugi::xml_document document;
  if (!document.load_file(argv[2])) return 1;
  for (const pugi::xpath_node &found : document.select_nodes(argv[1])) {
    std::puts(found.attribute() ? found.attribute().value() : found.node().child_value());
  }
  return 0;
}
