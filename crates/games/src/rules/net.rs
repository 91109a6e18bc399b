//! A small neural net for evaluation.
//!
//! One hidden layer over binary inputs, with units clipped to the range from 0 to 1, and one
//! output, in integers: the first layer of the “Efficiently updatable neural networks” of Yu Nasu.
//! It is fitted by `siwa-lab tune --net`.

/// The number of hidden units.
pub const HIDDEN: usize = 32;

/// One, in the unit of the first layer.
pub const ONE: i16 = 256;

/// A hundredth of a piece, in the unit of the second layer.
pub const HUNDREDTH: i16 = 16;

/// A net, as bytes: little-endian 16-bit numbers.
#[derive(Debug)]
pub struct Net<'a, const INPUTS: usize> {
    /// The weights from each input to the hidden units; their biases; and their weights to the output.
    rows: &'a [[[u8; 2]; HIDDEN]],
    /// The bias of the output.
    base: i16,
}

impl<'a, const INPUTS: usize> Net<'a, INPUTS> {
    /// A net from bytes, in the order of the fields.
    ///
    /// # Panics
    /// If the number of bytes is wrong; at compile time, where nets are read.
    pub const fn read(bytes: &'a [u8]) -> Self {
        assert!(bytes.len() == 2 * ((INPUTS + 2) * HIDDEN + 1), "its size");
        let (rows, rest) = bytes.as_chunks().0.as_chunks();
        let base = i16::from_le_bytes(rest[0]);
        Self { rows, base }
    }

    /// The output for these active inputs, in hundredths of a piece.
    #[inline]
    pub fn points(&self, inputs: impl Iterator<Item = usize>) -> i32 {
        let mut hidden = self.rows[INPUTS].map(i16::from_le_bytes);
        inputs.for_each(|input| {
            for (sum, weight) in hidden.iter_mut().zip(&self.rows[input]) {
                *sum = sum.saturating_add(i16::from_le_bytes(*weight));
            }
        });
        let out = self.rows[INPUTS + 1].map(i16::from_le_bytes);
        let products = hidden
            .iter()
            .zip(out)
            .map(|(unit, weight)| i32::from((*unit).clamp(0, ONE)) * i32::from(weight));
        let sum = i32::from(ONE) * i32::from(self.base) + products.sum::<i32>();
        sum / (i32::from(ONE) * i32::from(HUNDREDTH))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_units_are_clipped_and_weighed() {
        let mut numbers = [[0_i16; HIDDEN]; 4];
        // Two inputs: the first activates one unit by half, the second saturates two units.
        numbers[0][0] = ONE / 2;
        numbers[1][0] = ONE / 4;
        numbers[1][1] = 3 * ONE;
        numbers[1][2] = -ONE;
        numbers[2][2] = ONE / 2;
        numbers[3][..3].copy_from_slice(&[100 * HUNDREDTH, 10 * HUNDREDTH, HUNDREDTH * 2]);
        let all = numbers.as_flattened().iter().chain([&(HUNDREDTH * 5)]);
        let bytes: Vec<u8> = all.flat_map(|number| number.to_le_bytes()).collect();
        let net = Net::<2>::read(&bytes);
        assert_eq!(net.points([].into_iter()), 5 + 1);
        assert_eq!(net.points([0].into_iter()), 5 + 1 + 50);
        assert_eq!(net.points([0, 1].into_iter()), 5 + 75 + 10);
    }
}
