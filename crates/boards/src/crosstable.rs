//! A crosstable: the results of the players of a group against each other.

use ab_glyph::{Font, FontRef, ScaleFont};
use image::RgbImage;
use imageproc::drawing::{draw_filled_rect_mut, draw_text_mut, text_size};
use imageproc::rect::Rect;

use super::png::plain;
use super::rgba::Rgba;
use super::theme::Theme;
use super::{Error, Painter};

/// A row of a crosstable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosstableRow {
    /// The player's name, in any script. An ellipsis replaces letters that the font lacks, and a
    /// name of which it has no letter is not drawn.
    pub name: String,
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
    /// The results against the players of all rows, in their order; the one on the diagonal is
    /// ignored.
    pub cells: Vec<CrosstableCell>,
    /// The points, such as `2½`.
    pub points: String,
}

/// The result against an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrosstableCell {
    /// Not known yet: an empty cell.
    Pending,
    /// There will be no result: `–`.
    Unplayed,
    /// `0`.
    Loss,
    /// `½`.
    Draw,
    /// `1`, in another colour.
    Win,
}

/// The most rows of a picture.
const MAX_ROWS: usize = 5;

/// The width of the picture, of its margin, of its columns, and of the gap after names, in pixels.
/// Discord shows it half as wide on a phone. The names have the rest.
const WIDTH: u32 = 640;
const MARGIN: u32 = 14;
const NUMBER: u32 = 42;
const CELL: u32 = 56;
const POINTS: u32 = 72;
const GAP: u32 = 10;

/// The heights of the line with the numbers of columns and of a row, in pixels.
const HEAD: u32 = 46;
const ROW: u32 = 64;

/// The heights of names and numbers, and of results and points, in pixels.
const SMALL: f32 = 36.0;
const LARGE: f32 = 50.0;

/// The most characters of a name that are looked at. Discord allows 32.
const MAX_NAME: usize = 64;

impl Painter {
    /// A crosstable as a PNG, 640 pixels wide. Rows and columns are numbered from 1; those after
    /// the fifth are left out.
    ///
    /// # Errors
    /// If the picture cannot be written.
    pub fn crosstable(&self, rows: &[CrosstableRow], theme: &Theme) -> Result<Vec<u8>, Error> {
        let rows = &rows[..rows.len().min(MAX_ROWS)];
        let count = rows.len() as u32;
        let height = HEAD + count * ROW + MARGIN;
        let mut sheet = Sheet {
            canvas: RgbImage::new(WIDTH, height),
            font: &self.font,
        };
        sheet.fill((0, 0), (WIDTH, height), theme.outline);
        sheet.fill((3, 3), (WIDTH - 6, height - 6), theme.frame);

        let points = WIDTH - MARGIN - POINTS;
        let cells = points - count * CELL;
        let names = MARGIN + NUMBER;
        for (index, row) in (0..).zip(rows) {
            let left = cells + index * CELL;
            let top = HEAD + index * ROW;
            let pale = theme.letters.times(0.65).on(theme.frame);
            let ink = if row.withdrawn { pale } else { theme.letters };
            let number = (index + 1).to_string();
            sheet.centred(&number, SMALL, theme.letters, (left, 0), (CELL, HEAD));
            sheet.centred(&number, SMALL, ink, (MARGIN, top), (NUMBER, ROW));

            let name = sheet.fitted(&sheet.drawable(&row.name), SMALL, cells - names - GAP);
            let middle = top + ROW / 2;
            sheet.text(&name, SMALL, ink, (names, middle));
            if row.withdrawn {
                let width = NUMBER + sheet.width(&name, SMALL);
                sheet.fill((MARGIN, middle + 1), (width, 3), ink);
            }
            for column in 0..count {
                let result = row.cells.get(column as usize).copied();
                let cell = result.unwrap_or(CrosstableCell::Pending);
                let cell = (column != index).then_some(cell);
                sheet.cell(cell, theme, (cells + column * CELL, top));
            }
            let sum = sheet.fitted(&row.points, LARGE, POINTS);
            sheet.centred(&sum, LARGE, theme.letters, (points, top), (POINTS, ROW));
        }
        Ok(plain(&sheet.canvas)?)
    }
}

/// A canvas with the font.
struct Sheet<'a> {
    canvas: RgbImage,
    font: &'a FontRef<'static>,
}

impl Sheet<'_> {
    /// Fills a rectangle, which must not be empty.
    fn fill(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), ink: Rgba) {
        let area = Rect::at(left as i32, top as i32).of_size(width, height);
        draw_filled_rect_mut(&mut self.canvas, area, ink.rgb());
    }

    /// Draws a cell; `None` is one of the diagonal.
    fn cell(&mut self, cell: Option<CrosstableCell>, theme: &Theme, (left, top): (u32, u32)) {
        let ground = theme.ground();
        let ink = theme.closed[0].on(ground);
        let [line, _] = theme.groove.map(|line| line.on(ground));
        let (text, ink, fill) = match cell {
            None => ("", ink, line.times(0.6).on(ground)),
            Some(CrosstableCell::Pending) => ("", ink, ground),
            Some(CrosstableCell::Unplayed) => ("–", ink, ground),
            Some(CrosstableCell::Loss) => ("0", ink, ground),
            Some(CrosstableCell::Draw) => ("½", ink, ground),
            Some(CrosstableCell::Win) => ("1", theme.route[1], theme.route[0]),
        };
        self.fill((left, top), (CELL, ROW), line);
        self.fill((left + 1, top + 1), (CELL - 2, ROW - 2), fill);
        self.centred(text, LARGE, ink, (left, top), (CELL, ROW));
    }

    /// Draws a text in the middle of an area.
    fn centred(
        &mut self,
        text: &str,
        height: f32,
        ink: Rgba,
        (left, top): (u32, u32),
        area: (u32, u32),
    ) {
        let left = left + area.0.saturating_sub(self.width(text, height)) / 2;
        self.text(text, height, ink, (left, top + area.1 / 2));
    }

    /// Draws a text from its left edge, with its capitals around the middle.
    fn text(&mut self, text: &str, height: f32, ink: Rgba, (left, middle): (u32, u32)) {
        let font = self.font.as_scaled(height);
        let top = middle as f32 + height * 0.29 - font.ascent();
        let x = left as i32;
        let y = top.round() as i32;
        draw_text_mut(&mut self.canvas, ink.rgb(), x, y, height, self.font, text);
    }

    /// The width of a text.
    fn width(&self, text: &str, height: f32) -> u32 {
        text_size(height, self.font, text).0
    }

    /// A name with an ellipsis for letters that the font lacks, and without its other unknown
    /// characters. Empty if no letter is left: digits alone would look like a number of the table.
    fn drawable(&self, name: &str) -> String {
        let known = |letter: char| !letter.is_control() && self.font.glyph_id(letter).0 != 0;
        let mut drawable = String::new();
        for letter in name.chars().take(MAX_NAME) {
            if known(letter) || letter.is_whitespace() {
                drawable.push(letter);
            } else if letter.is_alphabetic() && !drawable.ends_with('…') {
                drawable.push('…');
            }
        }
        if !drawable.contains(char::is_alphabetic) {
            return String::new();
        }
        Vec::from_iter(drawable.split_whitespace()).join(" ")
    }

    /// A text, cut with an ellipsis if it is wider than `room` pixels.
    fn fitted(&self, text: &str, height: f32, room: u32) -> String {
        if self.width(text, height) <= room {
            return text.to_owned();
        }
        let cuts = text.char_indices().rev().map(|(end, _)| &text[..end]);
        let cut = cuts.map(|start| format!("{}…", start.trim_end()));
        let mut fitting = cut.filter(|cut| self.width(cut, height) <= room);
        fitting.next().unwrap_or_default()
    }
}
