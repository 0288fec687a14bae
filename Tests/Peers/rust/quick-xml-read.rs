// quick-xml-read IN: reads XML as events, and prints the number of elements and of bytes of text.
use quick_xml::{events::Event, Reader};
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let input = env::args().nth(1).ok_or("usage: quick-xml-read IN")?;
    let document = fs::read_to_string(input)?;
    let mut reader = Reader::from_str(&document);
    let (mut elements, mut text) = (0, 0);
    loop {
        match reader.read_event()? {
            Event::Start(_) | Event::Empty(_) => elements += 1,
            Event::Text(bytes) => text += bytes.unescape()?.len(),
            Event::CData(bytes) => text += bytes.len(),
            Event::Eof => break,
            _ => {}
        }
    }
    println!("{elements} {text}");
    Ok(())
}
