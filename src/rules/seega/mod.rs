//! Seega.
