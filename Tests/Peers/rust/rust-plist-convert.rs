// rust-plist-convert bin|xml IN OUT: reads a property list as a tree and writes it.
use std::{env, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, format, input, output] = &arguments[..] else {
        return Err("usage: rust-plist-convert bin|xml IN OUT".into());
    };
    let value = plist::Value::from_file(input)?;
    match format.as_str() {
        "bin" => value.to_file_binary(output)?,
        _ => value.to_file_xml(output)?,
    }
    Ok(())
}
