import { makeZip, type ZipPart } from './make-zip.ts';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function columnName(index: number): string {
  return (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

/** The parts of a workbook around a sheet's XML. */
export function xlsxParts(sheet: string, others: readonly ZipPart[] = []): ZipPart[] {
  return [
    {
      name: '_rels/.rels',
      data: `<Relationships><Relationship Id="rId1" Type="${office}officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: '<workbook xmlns:r="r"><sheets><sheet name="Old" sheetId="1" state="hidden" r:id="rId9"/><sheet name="Intake" sheetId="2" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships><Relationship Id="rId1" Type="${office}worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${office}styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'xl/worksheets/sheet1.xml', data: sheet },
    ...others,
  ];
}

/** A sheet's XML with texts as `sharedStrings` has them, and numbers. */
export function makeSheet(rows: readonly (readonly (string | number)[])[]): {
  sheet: string;
  strings: string;
} {
  const strings = new Map<string, number>();
  const cell = (value: string | number, address: string): string => {
    if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`;
    if (!strings.has(value)) strings.set(value, strings.size);
    return value === '' ? '' : `<c r="${address}" t="s"><v>${strings.get(value)}</v></c>`;
  };
  const body = rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((value, x) => cell(value, columnName(x) + (y + 1))).join('')}</row>`,
    )
    .join('');
  const texts = [...strings.keys()].map((text) => `<si><t>${escape(text)}</t></si>`).join('');
  return { sheet: `<worksheet><sheetData>${body}</sheetData></worksheet>`, strings: `<sst>${texts}</sst>` };
}

/** An XLSX workbook as a spreadsheet program saves it, with a hidden sheet in front. */
export function makeXlsx(rows: readonly (readonly (string | number)[])[]): Buffer {
  const { sheet, strings } = makeSheet(rows);
  return makeZip(xlsxParts(sheet, [{ name: 'xl/sharedStrings.xml', data: strings }]));
}
