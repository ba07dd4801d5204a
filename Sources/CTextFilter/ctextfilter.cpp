#include "ctextfilter.h"

// Of QPDF: no class of its own where the standard has one.
#define POINTERHOLDER_TRANSITION 4

#include <cstdlib>
#include <cstring>
#include <memory>
#include <qpdf/Buffer.hh>
#include <qpdf/Pl_Buffer.hh>
#include <qpdf/Pl_QPDFTokenizer.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <string>
#include <vector>

namespace {

/// Holds operands back until their operator tells what they are for.
class VisibleText : public QPDFObjectHandle::TokenFilter {
public:
    bool left_any_out = false;

    void handleToken(QPDFTokenizer::Token const &token) override {
        switch (token.getType()) {
        case QPDFTokenizer::tt_space:
        case QPDFTokenizer::tt_comment: held.push_back(token); break;
        case QPDFTokenizer::tt_word: handle_operator(token); break;
        case QPDFTokenizer::tt_inline_image:
            flush();
            writeToken(token);
            break;
        default:
            if (token.getType() == QPDFTokenizer::tt_integer) last_integer = token.getValue();
            held.push_back(token);
        }
    }

    void handleEOF() override { flush(); }

private:
    void handle_operator(QPDFTokenizer::Token const &token) {
        auto const &name = token.getValue();
        if (name == "Tr") {
            is_invisible = last_integer == "3";
        } else if (name == "q") {
            saved.push_back(is_invisible);
        } else if (name == "Q" && !saved.empty()) {
            is_invisible = saved.back();
            saved.pop_back();
        } else if (is_invisible && (name == "Tj" || name == "TJ" || name == "'" || name == "\"")) {
            held.clear();
            left_any_out = true;
            write(" ");
            return;
        }
        flush();
        writeToken(token);
    }

    void flush() {
        for (auto const &token : held) writeToken(token);
        held.clear();
    }

    std::vector<QPDFTokenizer::Token> held;
    std::vector<bool> saved;
    std::string last_integer;
    bool is_invisible = false;
};

}  // namespace

unsigned char *ctextfilter_without_invisible(const unsigned char *content, size_t count, size_t *new_count) {
    try {
        VisibleText filter;
        Pl_Buffer result("result");
        Pl_QPDFTokenizer tokens("content", &filter, &result);
        tokens.write(const_cast<unsigned char *>(content), count);
        tokens.finish();
        if (!filter.left_any_out) return nullptr;
        std::unique_ptr<Buffer> buffer(result.getBuffer());
        auto *copy = static_cast<unsigned char *>(malloc(buffer->getSize() + 1));
        if (!copy) return nullptr;
        memcpy(copy, buffer->getBuffer(), buffer->getSize());
        *new_count = buffer->getSize();
        return copy;
    } catch (...) {
        return nullptr;
    }
}
