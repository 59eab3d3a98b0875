import { makeZip } from './make-zip.ts';

/** A cell as a program is told to write it: its value, its format, and perhaps the formula whose result it is. */
export type WrittenCell = {
  value: string | number | boolean | null;
  format?: string;
  formula?: string;
  /** The value is an error, such as `#N/A`. */
  isError?: boolean;
};
export type WrittenRow = { cells: readonly WrittenCell[]; isHidden?: boolean };

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const letter = (column: number) => String.fromCharCode(65 + column);
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
const relations = (list: string) =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;

/**
 * A workbook with the parts, attributes and order of LibreOffice Calc: every format has a number of its own from 164 on, what a
 * program leaves out elsewhere is spelled out, and formulas say `aca`.
 */
export function makeLibreOfficeXlsx(rows: readonly WrittenRow[], { startsIn1904 = false } = {}): Buffer {
  const strings: string[] = [];
  const formats = [
    'General',
    ...new Set(rows.flatMap(({ cells }) => cells.flatMap(({ format }) => format ?? []))),
  ];
  const stringNumber = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const cell = ({ value, format = 'General', formula, isError }: WrittenCell, address: string): string => {
    const style = formats.indexOf(format);
    const open = (type: string) => `<c r="${address}" s="${style}" t="${type}">`;
    const f = formula === undefined ? '' : `<f aca="false">${escape(formula)}</f>`;
    if (value === null) return f === '' ? `<c r="${address}" s="${style}"/>` : `${open('n')}${f}</c>`;
    if (isError === true) return `${open('e')}${f}<v>${value}</v></c>`;
    if (typeof value === 'boolean') return `${open('b')}${f}<v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number') return `${open('n')}${f}<v>${value}</v></c>`;
    return f === ''
      ? `${open('s')}<v>${stringNumber(value)}</v></c>`
      : `${open('str')}${f}<v>${escape(value)}</v></c>`;
  };
  const body = rows.map(({ cells, isHidden = false }, y) => {
    const inner = cells.map((one, x) => cell(one, `${letter(x)}${y + 1}`)).join('');
    return `<row r="${y + 1}" customFormat="false" ht="12.8" hidden="${isHidden}" customHeight="false" outlineLevel="0" collapsed="false">${inner}</row>`;
  });
  const sheet = `${head}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetPr filterMode="${rows.some(({ isHidden }) => isHidden)}"/><dimension ref="A1"/><sheetFormatPr defaultColWidth="11.55" defaultRowHeight="12.8" zeroHeight="false"/><sheetData>${body.join('')}</sheetData></worksheet>`;
  const texts = strings.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join('');
  const numFmts = formats
    .map(
      (format, index) =>
        `<numFmt numFmtId="${164 + index}" formatCode="${escape(index === 0 ? 'General' : format)}"/>`,
    )
    .join('');
  const xf = (index: number) =>
    `<xf numFmtId="${164 + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyFont="false"><alignment horizontal="general"/></xf>`;
  const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${numFmts}</numFmts><cellStyleXfs count="1"><xf numFmtId="9" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.map((_, index) => xf(index)).join('')}</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0%"/></dxf></dxfs></styleSheet>`;
  return makeZip([
    { name: '_rels/.rels', data: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      data: `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr backupFile="false" showObjects="all" date1904="${startsIn1904}"/><sheets><sheet name="Sheet1" sheetId="1" state="visible" r:id="rId2"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations(
        relation('rId1', 'styles', 'styles.xml') +
          relation('rId2', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId3', 'sharedStrings', 'sharedStrings.xml'),
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', data: sheet },
    { name: 'xl/styles.xml', data: styles },
    { name: 'xl/sharedStrings.xml', data: `${head}<sst xmlns="${main}">${texts}</sst>` },
  ]);
}
