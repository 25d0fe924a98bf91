// The message port, as the bench drives it.

#ifndef AESCULUS_PORT_H
#define AESCULUS_PORT_H

#include "ports.h"

struct Header {
    unsigned stream, decrypt, iv_bytes, tag_bytes, aad_bytes, text_bytes;
    std::string key, iv;
};

struct Beat {
    unsigned stream, kind, bytes, last;
    std::string block;
};

class Port : public Immediate {
public:
    Port(Vaesculus_point& top, std::mt19937& random) : top_(top), random_(random) {}

    static Header header(std::istream& words) {
        Header h;
        words >> h.stream >> h.decrypt >> h.key >> h.iv >> h.iv_bytes >> h.tag_bytes >>
            h.aad_bytes >> h.text_bytes;
        return h;
    }

    static Beat beat(std::istream& words) {
        Beat b;
        words >> b.stream >> b.kind >> b.bytes >> b.last >> b.block;
        return b;
    }

    void show(const Header* header) {
        top_.hdr_valid_i = header != nullptr;
        if (header == nullptr) {
            noise(random_, top_.hdr_stream_i, 1);
            noise(random_, top_.hdr_key_i);
            noise(random_, top_.hdr_iv_i);
            noise(random_, top_.hdr_decrypt_i, 1);
            noise(random_, top_.hdr_iv_bytes_i, 5);
            return;
        }
        top_.hdr_stream_i = header->stream;
        top_.hdr_decrypt_i = header->decrypt;
        put(top_.hdr_key_i, header->key);
        put(top_.hdr_iv_i, header->iv);
        top_.hdr_iv_bytes_i = header->iv_bytes;
        top_.hdr_tag_bytes_i = header->tag_bytes;
        top_.hdr_aad_bytes_i = header->aad_bytes;
        top_.hdr_text_bytes_i = header->text_bytes;
    }

    void show(const Beat* beat) {
        top_.in_valid_i = beat != nullptr;
        if (beat == nullptr) {
            noise(random_, top_.in_stream_i, 1);
            noise(random_, top_.in_block_i);
            noise(random_, top_.in_kind_i, 2);
            noise(random_, top_.in_bytes_i, 4);
            noise(random_, top_.in_last_i, 1);
            return;
        }
        top_.in_stream_i = beat->stream;
        top_.in_kind_i = beat->kind;
        put(top_.in_block_i, beat->block);
        top_.in_bytes_i = beat->bytes;
        top_.in_last_i = beat->last;
    }

    void offer_noise() {
        show(static_cast<const Header*>(nullptr));
        show(static_cast<const Beat*>(nullptr));
        top_.hdr_valid_i = 1;
        top_.in_valid_i = 1;
    }

    void offer_nothing() {
        top_.hdr_valid_i = 0;
        top_.in_valid_i = 0;
    }

    bool header_taken() const { return top_.hdr_ready_o; }
    bool beat_taken() const { return top_.in_ready_o; }
    void ready(bool level) { top_.out_ready_i = level; }
    bool waits() const { return top_.out_ready_i; }
    bool valid() const { return top_.out_valid_o; }
    bool last() const { return top_.out_last_o; }
    // What is wrong with the beat that is offered; empty if nothing is.
    static std::string wrong() { return ""; }

    // "<stream> <kind> <bytes> <last> <auth> <error> <block>", byte 0 of a block on top.
    std::string shown() const {
        std::ostringstream text;
        text << unsigned(top_.out_stream_o) << ' ' << unsigned(top_.out_kind_o) << ' '
             << unsigned(top_.out_bytes_o) << ' ' << unsigned(top_.out_last_o) << ' '
             << unsigned(top_.out_auth_o) << ' ' << unsigned(top_.out_error_o) << ' '
             << get(top_.out_block_o);
        return text.str();
    }

    bool loud() const {
        return any(top_.out_stream_o) || any(top_.out_kind_o) || any(top_.out_block_o) ||
               any(top_.out_bytes_o) || top_.out_last_o || top_.out_auth_o || top_.out_error_o;
    }

private:
    Vaesculus_point& top_;
    std::mt19937& random_;
};

#endif
