# Builds, checks, installs and packages pliant.
#
#   make                    the two programs
#   make install            PREFIX=/usr/local, DESTDIR for packagers
#   make check              what CI runs
#   make dist               dist/pliant-VERSION-SYSTEM.tar.gz with its SHA-256 sum
#   make deb                dist/pliant_VERSION_ARCH.deb
#   make check-release      everything that must hold before a tag
#   make release            dates the newest section of CHANGELOG.md, checks all of that, and tags

PREFIX ?= /usr/local
SWIFT ?= swift
SWIFTC ?= swiftc
INSTALL ?= install
DIST ?= dist

# Both programs are linked from the same objects, so both builds need the same flags.
BUILD_FLAGS ?= -Xswiftc -DPLIANT_BUILD -debug-info-format none
# On Linux the standard library and the C library are linked in: the program starts in 2 ms and needs neither.
# Foundation needs the C library's shared objects, so only pliant is linked once more, as a static program.
ifeq ($(shell uname -s),Linux)
# Package.swift asks for a section for each function, so that the linker drops those that nothing calls and folds those
# that are the same.
STRIP = -Xlinker -s -Xlinker --gc-sections -Xlinker --icf=all
BUILD_FLAGS += --static-swift-stdlib --disable-local-rpath $(STRIP)
# lld, which toolchains for Linux have, puts the functions in the order of their first use: a start touches fewer pages.
ifneq ($(wildcard $(dir $(shell command -v $(SWIFTC)))ld.lld),)
ORDER = -use-ld=lld -Xlinker --symbol-ordering-file=Sources/pliant/functions.order \
  -Xlinker --no-warn-symbol-ordering -Xlinker -T -Xlinker Sources/pliant/static.ld
endif
LINK_STATIC = mkdir -p .build/static && $(SWIFTC) -static-executable -Xlinker --defsym=main=pliant_main $(ORDER) \
  $(STRIP) -o .build/static/pliant @.build/release/pliant.product/Objects.LinkFileList
PLIANT ?= .build/static/pliant
else
LINK_STATIC = true
PLIANT ?= .build/release/pliant
endif
FOUNDATION ?= .build/release/pliant-foundation

bindir = $(DESTDIR)$(PREFIX)/bin
sharedir = $(DESTDIR)$(PREFIX)/share
docdir = $(sharedir)/doc/pliant

.PHONY: all pliant foundation order stamp man check install install-files uninstall dist deb check-release release

all: pliant foundation

pliant: stamp
	$(SWIFT) build -c release $(BUILD_FLAGS) --product pliant
	$(LINK_STATIC)

foundation:
	$(SWIFT) build -c release $(BUILD_FLAGS) --product pliant-foundation

# The order of functions, from a program with symbols; see Sources/pliant/order-functions.
order: STRIP = -Xlinker --gc-sections
order: pliant
	Sources/pliant/order-functions .build/static/pliant

# What --version shows of this build; it changes one file of the program, and only with the commit.
stamp:
	.ci/stamp Sources/pliant/Build.swift

# man/ is generated from the declarations of the verbs; a test fails where it is stale.
man:
	PLIANT_REWRITE=1 $(SWIFT) test --filter ManualTests

check:
	.ci/run

install: all install-files

# Installs programs that are built already.
install-files:
	$(INSTALL) -d "$(bindir)"
	$(INSTALL) -m 755 $(PLIANT) $(FOUNDATION) "$(bindir)"
	for section in 1 5 7; do \
	  $(INSTALL) -d "$(sharedir)/man/man$$section"; \
	  for page in man/*.$$section; do \
	    if [ -f "$$page" ]; then $(INSTALL) -m 644 "$$page" "$(sharedir)/man/man$$section" || exit 1; fi; \
	  done; \
	done
	$(INSTALL) -d "$(sharedir)/bash-completion/completions" "$(sharedir)/zsh/site-functions" \
	  "$(sharedir)/fish/vendor_completions.d" "$(docdir)/examples"
	$(PLIANT) completions bash -o "$(sharedir)/bash-completion/completions/pliant"
	$(PLIANT) completions zsh -o "$(sharedir)/zsh/site-functions/_pliant"
	$(PLIANT) completions fish -o "$(sharedir)/fish/vendor_completions.d/pliant.fish"
	$(INSTALL) -m 644 README.md CHANGELOG.md LICENSE "$(docdir)"
	for file in $$(cd testdata/examples && find . -type f) ; do \
	  $(INSTALL) -d "$(docdir)/examples/$$(dirname $$file)" && \
	    $(INSTALL) -m 644 "testdata/examples/$$file" "$(docdir)/examples/$$file" || exit 1; \
	done
	$(INSTALL) -m 644 testdata/workflows/* "$(docdir)/examples"

uninstall:
	rm -f "$(bindir)/pliant" "$(bindir)/pliant-foundation"
	rm -f "$(sharedir)"/man/man[157]/pliant.1 "$(sharedir)"/man/man[157]/pliant-*.[157]
	rm -f "$(sharedir)/bash-completion/completions/pliant" "$(sharedir)/zsh/site-functions/_pliant" \
	  "$(sharedir)/fish/vendor_completions.d/pliant.fish"
	rm -rf "$(docdir)"

dist: all
	PLIANT="$(PLIANT)" FOUNDATION="$(FOUNDATION)" .ci/dist "$(DIST)"

deb: all
	PLIANT="$(PLIANT)" FOUNDATION="$(FOUNDATION)" .ci/deb "$(DIST)"

# Pushing the tag publishes the release.
release:
	.ci/release

# TAG names the tag to be made, v0.1.0 for instance; it has to be that of the sources and of CHANGELOG.md.
check-release:
	.ci/check-version $(if $(TAG),"$(TAG)","v$$(.ci/version)")
	$(MAKE) all
	.ci/check-glibc "$(FOUNDATION)"
	PLIANT="$(PLIANT)" FOUNDATION="$(FOUNDATION)" .ci/check-packages
	.ci/run
