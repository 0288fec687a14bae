# Builds, checks and installs pliant: make, make check, make install PREFIX=/usr/local [DESTDIR=...]

PREFIX ?= /usr/local
SWIFT ?= swift
INSTALL ?= install
BIN ?= .build/release

bindir = $(DESTDIR)$(PREFIX)/bin
sharedir = $(DESTDIR)$(PREFIX)/share

# On Linux the standard library and the C library are linked in: the program starts in 2 ms and needs no Swift.
ifeq ($(shell uname -s),Linux)
BUILD_FLAGS ?= --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s -Xlinker --gc-sections
# Foundation needs the C library's shared objects.
FOUNDATION_FLAGS ?= --static-swift-stdlib -Xlinker -s -Xlinker --gc-sections
endif

.PHONY: all man check install install-files uninstall

all:
	$(SWIFT) build -c release $(BUILD_FLAGS) --product pliant
	$(SWIFT) build -c release $(FOUNDATION_FLAGS) --product pliant-foundation

# man/ is generated from the declarations of the verbs; a test fails where it is stale.
man:
	PLIANT_REWRITE=1 $(SWIFT) test --filter ManualTests

check:
	.ci/run

install: all install-files

install-files:
	$(INSTALL) -d "$(bindir)"
	$(INSTALL) -m 755 $(BIN)/pliant $(BIN)/pliant-foundation "$(bindir)"
	for section in 1 5 7; do \
	  $(INSTALL) -d "$(sharedir)/man/man$$section"; \
	  for page in man/*.$$section; do \
	    if [ -f "$$page" ]; then $(INSTALL) -m 644 "$$page" "$(sharedir)/man/man$$section" || exit 1; fi; \
	  done; \
	done
	$(INSTALL) -d "$(sharedir)/bash-completion/completions" "$(sharedir)/zsh/site-functions" \
	  "$(sharedir)/fish/vendor_completions.d"
	$(BIN)/pliant completions bash -o "$(sharedir)/bash-completion/completions/pliant"
	$(BIN)/pliant completions zsh -o "$(sharedir)/zsh/site-functions/_pliant"
	$(BIN)/pliant completions fish -o "$(sharedir)/fish/vendor_completions.d/pliant.fish"

uninstall:
	rm -f "$(bindir)/pliant" "$(bindir)/pliant-foundation"
	rm -f "$(sharedir)"/man/man[157]/pliant.1 "$(sharedir)"/man/man[157]/pliant-*.[157]
	rm -f "$(sharedir)/bash-completion/completions/pliant" "$(sharedir)/zsh/site-functions/_pliant" \
	  "$(sharedir)/fish/vendor_completions.d/pliant.fish"
