"""AES (FIPS 197): its fields, design space, vectors, reference and parts."""
