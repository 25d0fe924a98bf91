"""SIMON 128/128 (Beaulieu et al., "The SIMON and SPECK Families", ePrint 2013/404): encryption."""
