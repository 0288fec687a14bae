// libxml2-sax IN: reads XML as SAX2 events, and prints the number of elements and of bytes of text.
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>

static long elements, text;

static void startElement(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                         const xmlChar **declared, int count, int defaulted, const xmlChar **attributes) {
  elements++;
}

static void characters(void *context, const xmlChar *bytes, int count) { text += count; }

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  xmlParserCtxtPtr parser = xmlNewParserCtxt();
  if (!parser) return 1;
  memset(parser->sax, 0, sizeof *parser->sax);
  parser->sax->initialized = XML_SAX2_MAGIC;
  // Entities of an internal subset are kept in the document that these three make.
  parser->sax->startDocument = xmlSAX2StartDocument;
  parser->sax->internalSubset = xmlSAX2InternalSubset;
  parser->sax->entityDecl = xmlSAX2EntityDecl;
  parser->sax->getEntity = xmlSAX2GetEntity;
  parser->sax->startElementNs = startElement;
  parser->sax->characters = characters;
  parser->sax->cdataBlock = characters;
  xmlCtxtReadFile(parser, argv[1], NULL, XML_PARSE_HUGE | XML_PARSE_NONET | XML_PARSE_NOENT);
  printf("%ld %ld\n", elements, text);
  return parser->wellFormed ? 0 : 1;
}
