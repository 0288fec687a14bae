// serde-json-copy IN OUT: reads JSON as a tree and writes it compact.
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, input, output] = &arguments[..] else {
        return Err("usage: serde-json-copy IN OUT".into());
    };
    let value: serde_json::Value = serde_json::from_slice(&fs::read(input)?)?;
    fs::write(output, serde_json::to_vec(&value)?)?;
    Ok(())
}
