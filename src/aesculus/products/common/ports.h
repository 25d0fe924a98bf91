// Ports of a Verilated top of any width, to and from hexadecimal.

#ifndef AESCULUS_PORTS_H
#define AESCULUS_PORTS_H

#include <cstdint>
#include <cstdio>
#include <istream>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>

#include "Vaesculus_point.h"

template <typename P>
void put(P& port, const std::string& hex) {
    if constexpr (std::is_integral_v<P>) {
        port = static_cast<P>(hex.empty() ? 0 : std::stoull(hex, nullptr, 16));
    } else {
        for (int word = 0; word < static_cast<int>(sizeof(P) / 4); ++word) {
            const int from = static_cast<int>(hex.size()) - 8 * (word + 1);
            port[word] = from < 0
                ? 0
                : static_cast<uint32_t>(std::stoul(hex.substr(from, 8), nullptr, 16));
        }
    }
}

template <typename P>
std::string get(const P& port) {
    std::string text;
    char part[17];
    if constexpr (std::is_integral_v<P>) {
        std::snprintf(part, sizeof part, "%0*llx", static_cast<int>(2 * sizeof(P)),
                      static_cast<unsigned long long>(port));
        text = part;
    } else {
        for (int word = sizeof(P) / 4 - 1; word >= 0; --word) {
            std::snprintf(part, sizeof part, "%08x", static_cast<uint32_t>(port[word]));
            text += part;
        }
    }
    return text;
}

template <typename P>
bool any(const P& port) {
    if constexpr (std::is_integral_v<P>) {
        return port != 0;
    } else {
        for (std::size_t word = 0; word < sizeof(P) / 4; ++word) {
            if (port[word]) return true;
        }
        return false;
    }
}

template <typename P>
void noise(std::mt19937& random, P& port, int bits = 64) {
    if constexpr (std::is_integral_v<P>) {
        const uint64_t drawn = (uint64_t{random()} << 32) | random();
        port = static_cast<P>(bits < 64 ? drawn & ((uint64_t{1} << bits) - 1) : drawn);
    } else {
        for (std::size_t word = 0; word < sizeof(P) / 4; ++word) port[word] = random();
    }
}

// What a port has to say at a rising edge: nothing, where a transfer takes a cycle.
struct Immediate {
    static void sample() {}
    static void drive() {}
};

#endif
