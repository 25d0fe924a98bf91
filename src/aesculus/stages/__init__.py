"""The stages of the flow, a file each."""
