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

/// A net.
#[derive(Debug)]
pub struct Net<const INPUTS: usize> {
    /// The weights from each input to the hidden units.
    columns: [[i16; HIDDEN]; INPUTS],
    /// The biases of the hidden units.
    start: [i16; HIDDEN],
    /// The weights from each hidden unit to the output.
    out: [i16; HIDDEN],
    /// The bias of the output.
    base: i16,
}

impl<const INPUTS: usize> Net<INPUTS> {
    /// A net from bytes: little-endian 16-bit numbers, in the order of the fields.
    ///
    /// # Panics
    /// If the number of bytes is wrong; at compile time, where nets are read.
    pub const fn read(bytes: &[u8]) -> Self {
        assert!(bytes.len() == 2 * ((INPUTS + 2) * HIDDEN + 1), "its size");
        let mut columns = [[0; HIDDEN]; INPUTS];
        let mut number = 0;
        while number < INPUTS {
            columns[number] = row(bytes, number);
            number += 1;
        }
        Self {
            columns,
            start: row(bytes, INPUTS),
            out: row(bytes, INPUTS + 1),
            base: two(bytes, (INPUTS + 2) * HIDDEN),
        }
    }

    /// The output for these active inputs, in hundredths of a piece.
    #[inline]
    pub fn points(&self, inputs: impl Iterator<Item = usize>) -> i32 {
        let mut hidden = self.start;
        inputs.for_each(|input| {
            for (sum, weight) in hidden.iter_mut().zip(&self.columns[input]) {
                *sum = sum.saturating_add(*weight);
            }
        });
        let products = hidden
            .iter()
            .zip(&self.out)
            .map(|(unit, weight)| i32::from((*unit).clamp(0, ONE)) * i32::from(*weight));
        let sum = i32::from(ONE) * i32::from(self.base) + products.sum::<i32>();
        sum / (i32::from(ONE) * i32::from(HUNDREDTH))
    }
}

/// A row of numbers.
const fn row(bytes: &[u8], number: usize) -> [i16; HIDDEN] {
    let (mut row, mut place) = ([0; HIDDEN], 0);
    while place < HIDDEN {
        row[place] = two(bytes, number * HIDDEN + place);
        place += 1;
    }
    row
}

/// The number at an index.
const fn two(bytes: &[u8], place: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]])
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
