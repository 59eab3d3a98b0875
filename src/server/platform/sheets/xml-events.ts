import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { SheetRefused } from './sheet.ts';

/** Without namespaces. */
export type XmlListener = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Yields after each chunk. Refuses document types, whose entities read files or grow endlessly.
 * @throws SheetRefused
 */
export async function* readXml(source: Readable, listener: XmlListener): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let refusal: SheetRefused | null = null;
  parser.on('doctype', () => {
    refusal ??= new SheetRefused(
      'The file contains a document type with entities, which is not allowed. Save the list as CSV.',
    );
  });
  parser.on('error', (error) => {
    refusal ??= new SheetRefused('A part of the spreadsheet is damaged. Save it again.', {
      cause: error,
    });
  });
  parser.on('opentag', ({ name, attributes }) => listener.open(localName(name), attributes));
  parser.on('text', (text) => listener.text(text));
  parser.on('cdata', (text) => listener.text(text));
  parser.on('closetag', ({ name }) => listener.close(localName(name)));
  const decoder = new TextDecoder('utf-8');
  const take = (text: string) => {
    parser.write(text);
    if (refusal !== null) throw refusal;
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      take(decoder.decode(chunk, { stream: true }));
      yield;
    }
    take(decoder.decode());
    parser.close();
    if (refusal !== null) throw refusal;
  } catch (error) {
    if (error instanceof SheetRefused) throw error;
    throw new SheetRefused('The spreadsheet is damaged. Save it again.', { cause: error });
  } finally {
    source.destroy();
  }
}

/** @throws SheetRefused */
export async function readAll(source: Readable, listener: XmlListener): Promise<void> {
  for await (const _ of readXml(source, listener));
}
