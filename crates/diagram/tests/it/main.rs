//! Golden pictures in `testdata/diagram` (`UPDATE=1` writes them anew) and laws for every size, part and label.

mod golden;
mod laws;
#[cfg(feature = "png")]
mod raster;
