import { anonymousName, type PersonalTables } from '../platform/database/personal-tables.ts';
import type { AsStored } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    results: {
      /** Rows never change; the newest version counts. */
      result_rules: {
        /** From 1. */
        version: AsStored;
        /** JSON (`ResultRule`). */
        rule: AsStored;
        /** For students and staff; null before the first released mark. */
        reason: AsStored;
      };
      /** A sheet of a batch, by its number from 1. Rows never change. */
      result_freezes: {
        /** In force then; 0: the portal's own. */
        rule_version: AsStored;
        /** JSON (`ResultRule`). */
        rule: AsStored;
        /** Why there is another sheet; null for the first. */
        reason: AsStored;
      };
      /** A row for each student of a sheet; only an anonymisation changes the name. */
      frozen_results: {
        /** JSON (`FrozenContent`), without anything that tells who the student is. */
        content: AsStored;
      };
      /** Of a freeze. Rows never change. */
      signed_sheets: {
        /** Such as `SHEET-2026-…`. */
        number: AsStored;
        /** JSON (`SignedDocument`) with null in the places of students' lines. */
        document: AsStored;
      };
      /** A student's line of a signed sheet; an anonymisation removes it with its salt. */
      signed_sheet_lines: {
        /** Among the document's fields, from 0. */
        place: AsStored;
        /** JSON: name, value and salt. */
        field: AsStored;
      };
      /** Of the sheets' CSV. Rows never change; the newest counts. */
      sheet_headings: {
        /** JSON (`SheetHeadings`). */
        headings: AsStored;
      };
    };
  }
}

export const resultsPersonal: PersonalTables = {
  /** The office writes rules: nothing of a student is in them. */
  result_rules: { owner: [], by: 'made_by', erase: 'keep' },
  result_freezes: { owner: [], by: 'frozen_by', erase: 'keep' },
  frozen_results: { owner: 'account_id', erase: { name: anonymousName } },
  signed_sheet_lines: { owner: 'account_id', erase: 'delete' },
  sheet_headings: { owner: [], by: 'made_by', erase: 'keep' },
};
