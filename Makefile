# Two commands do all set-up on a fresh Debian machine with a Swift toolchain: `make run` and `make test`.
# `make help` lists the others.

SWIFT ?= swift
OUT ?= out/samples
FACTORY = .build/release/recto-factory
RECTO = .build/release/recto
AS_OF = 2026-06-01
SPARK = .build/spark/bin/python
# With Swift's own libraries inside: what is tried here is what the package has.
RELEASE = $(SWIFT) build -c release --static-swift-stdlib

.PHONY: help setup setup-test build run build-tests test spark try-spark test-review test-api test-exports test-proxy test-label-studio lint format bench evaluate crash-test mutation-run soak fuzz samples clean deb test-deb

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

setup: ## install the Debian packages that are missing
	@Scripts/setup Scripts/packages.txt

setup-test: ## the same, with what tests, factory and benchmark need
	@Scripts/setup Scripts/packages.txt Scripts/packages-test.txt

build: setup ## the release binary, .build/release/recto
	$(RELEASE) --product recto

deb: build ## the Debian package, in out/deb/
	@Scripts/setup Scripts/packages-deb.txt
	@Scripts/deb $(RECTO) out/deb

run: build ## the main job: read Samples/ and show what came out
	@$(RECTO) run Samples --output $(OUT) --as-of $(AS_OF) --table --show-fields
	@echo "To look at the doubtful ones in a browser: $(RECTO) review $(OUT)"

build-tests: setup-test ## debug binaries, tests among them
	$(SWIFT) build --build-tests

test: build-tests spark ## all tests
	@RECTO=$(CURDIR)/.build/debug/recto PYTHONPATH=$(CURDIR)/Spark $(SPARK) -W ignore -m unittest discover --start-directory Spark/tests
	$(SWIFT) test --skip-build --parallel

spark: ## Spark for the tests of recto-spark, in .build/spark
	@Scripts/setup Scripts/packages.txt Scripts/packages-spark.txt
	@Scripts/spark .build/spark

test-review: build-tests ## take pictures of documents, and decide about them, in a real browser
	@Scripts/setup Scripts/packages-browser.txt
	@.build/debug/recto run Samples/deed --output out/review --as-of $(AS_OF)
	@Scripts/review-browser .build/debug/recto out/review
	@Scripts/capture-browser .build/debug/recto

test-api: build-tests ## ask a running review all that its API describes, and more
	@.build/debug/recto run Samples/deed --output out/review --as-of $(AS_OF)
	@Scripts/try-api .build/debug/recto out/review

test-exports: build-tests ## hold CSV, JSON Lines, Parquet and SQLite of the same results against each other
	@.build/debug/recto run Samples/deed --output out/review --as-of $(AS_OF)
	@Scripts/try-exports .build/debug/recto out/review

test-proxy: build-tests ## the review behind a real nginx
	@Scripts/setup Scripts/packages-proxy.txt
	@Scripts/try-proxy .build/debug/recto

try-spark: build spark ## hold recto-spark against recto run, and disturb it: PART=same
	@$(SPARK) Scripts/try-spark $(RECTO) $(if $(PART),--only $(PART))

test-deb: deb ## install, use, upgrade, remove and purge the package in a clean Debian 12 that boots; needs root
	@Scripts/setup Scripts/packages-deb-test.txt
	@Scripts/try-deb $(RECTO) out/deb

test-label-studio: build ## exchange documents with a real Label Studio
	@Scripts/label-studio $(RECTO)

lint: ## check the code's format
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests

format: ## format the code
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

evaluate: run ## hold the results of Samples/ against their truth
	@$(RECTO) evaluate Samples/truth.jsonl $(OUT) --html $(OUT)/report.html

bench: setup-test build ## CPU time, memory and text beside the tesseract command and RapidOCR, on the same pictures
	@Scripts/bench $(RECTO)

crash-test: build ## kill runs and services at random moments, and hold what comes out against an undisturbed run
	@Scripts/crash-test $(RECTO)
	@Scripts/crash-test $(RECTO) --watch

mutation-run: build ## have real workers read spoilt files: DOCUMENTS=10000
	@Scripts/mutation-run $(RECTO) --documents $(or $(DOCUMENTS),2000)

soak: build ## 20,000 small documents: nothing may grow: DOCUMENTS=500
	@Scripts/soak $(RECTO) --documents $(or $(DOCUMENTS),20000)

fuzz: setup-test ## feed every parser what libFuzzer makes up: SECONDS_EACH=600
	@Scripts/fuzz $(or $(SECONDS_EACH),60)

samples: setup-test ## make Samples/ anew from its seed
	$(RELEASE) --product recto-factory
	Scripts/samples $(FACTORY)

clean: ## remove what was built and written
	rm -rf .build out
