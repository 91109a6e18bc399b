//! Natural logarithms as integers: floating-point ones may differ between machines, and the moves
//! of the engine must not.

/// The number 1, in the unit of logarithms.
pub const ONE: i64 = 1 << 24;

/// No position that is searched has as many moves; those in which pieces are placed are not.
const SIZE: usize = 4096;

/// Further binary digits of the sum of the logarithms' differences.
const DIGITS: u32 = 24;

/// The logarithms of all numbers below [`SIZE`], and 0 for that of 0.
static LOGARITHMS: [i32; SIZE] = {
    let mut logarithms = [0; SIZE];
    let mut sum = 0;
    let mut number = 2;
    while number < SIZE {
        // ln n - ln (n - 1) = 2 artanh (1 / (2n - 1)), whose series is 2 (x + x³/3 + x⁵/5 + …).
        let divisor = 2 * number as i64 - 1;
        let mut power = ((2 * ONE) << DIGITS) / divisor;
        let mut odd = 1;
        while power > 0 {
            sum += power / odd;
            power /= divisor * divisor;
            odd += 2;
        }
        logarithms[number] = (sum >> DIGITS) as i32;
        number += 1;
    }
    logarithms
};

/// The logarithm of a number from 1 to 4095; of a greater one, that of 4095.
#[inline]
pub fn logarithm(number: usize) -> i64 {
    i64::from(LOGARITHMS[number.min(SIZE - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floating_point_numbers() {
        assert_eq!(logarithm(SIZE), logarithm(SIZE - 1));
        for number in 1..SIZE {
            let exact = (number as f64).ln() * ONE as f64;
            let apart = (logarithm(number) as f64 - exact).abs();
            assert!(apart < 2.0, "{number}: {apart}");
        }
    }
}
