import { anonymousName, type PersonalTables } from '../platform/database/personal-tables.ts';
import type { Id } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    results: {
      /** Rows never change; the newest version counts. */
      result_rules: {
        batch_id: number;
        /** From 1. */
        version: number;
        /** JSON (`ResultRule`). */
        rule: string;
        /** For students and staff; null before the first released mark. */
        reason: string | null;
        made_by: number;
        made_at: number;
      };
      /** A sheet of a batch, by its number from 1. Rows never change. */
      result_freezes: {
        id: Id;
        batch_id: number;
        number: number;
        /** In force then; 0: the portal's own. */
        rule_version: number;
        /** JSON (`ResultRule`). */
        rule: string;
        /** Why there is another sheet; null for the first. */
        reason: string | null;
        frozen_by: number;
        frozen_at: number;
      };
      /** A row for each student of a sheet; only an anonymisation changes the name. */
      frozen_results: {
        freeze_id: number;
        account_id: number;
        name: string;
        /** JSON (`FrozenContent`), without anything that tells who the student is. */
        content: string;
      };
      /** Of a freeze. Rows never change. */
      signed_sheets: {
        freeze_id: number;
        /** Such as `SHEET-2026-…`. */
        number: string;
        /** JSON (`SignedDocument`) with null in the places of students' lines. */
        document: string;
      };
      /** A student's line of a signed sheet; an anonymisation removes it with its salt. */
      signed_sheet_lines: {
        freeze_id: number;
        account_id: number;
        /** Among the document's fields, from 0. */
        place: number;
        /** JSON: name, value and salt. */
        field: string;
      };
      /** Of the sheets' CSV. Rows never change; the newest counts. */
      sheet_headings: {
        id: Id;
        /** JSON (`SheetHeadings`). */
        headings: string;
        made_by: number;
        made_at: number;
      };
    };
  }
}

export const resultsPersonal: PersonalTables = {
  /** The office writes rules: nothing of a student is in them. */
  result_rules: { of: [], by: 'made_by', erase: 'keep' },
  result_freezes: { of: [], by: 'frozen_by', erase: 'keep' },
  frozen_results: { of: 'account_id', erase: { name: anonymousName } },
  signed_sheet_lines: { of: 'account_id', erase: 'delete' },
  sheet_headings: { of: [], by: 'made_by', erase: 'keep' },
};
