import type { Generated } from 'kysely';
import type { RowState } from '#contract/people/import-fields';
import type { Flag, Id } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    people: {
      /** A row per account, kept by triggers. */
      people: {
        account_id: number;
        /** 0 for none. */
        batch_id: number;
        /** Typed at signup, without case and spaces; '' for none. */
        typed_key: string;
        is_student: Flag;
        is_confirmed: Flag;
        is_suspended: Flag;
        is_waiting: Flag;
        has_project: Flag;
        asks_deletion: Flag;
        is_anonymised: Flag;
      };
      /** Of name, email and phone, A to Z lowered; kept by a trigger. */
      person_words: { account_id: number; word: string };
      /** Changes whose sums are the counts; kept by triggers. */
      people_counts: {
        id: Id;
        counted: number;
        everybody: number;
        unconfirmed: number;
        confirmed: number;
        waiting: number;
        placed: number;
        with_project: number;
        suspended: number;
        staff: number;
        deletion_asked: number;
        anonymised: number;
      };
      /** Imported people without an account, kept by triggers. */
      expected_people: {
        id: Id;
        email: string;
        /** 0 for none. */
        batch_id: number;
        is_invited: Flag;
        listed_at: number;
      };
      /** As `person_words`. */
      expected_words: { expected_id: number; word: string };
      /** As `people_counts`. */
      expected_counts: { id: Id; counted: number; imported: number; invited: number };
      intakes: {
        id: Id;
        file_name: string;
        /** JSON lists with an entry per column. */
        headings: string;
        columns: string;
        is_remembered: Flag;
        state: 'reading' | 'read' | 'checked' | 'imported';
        row_count: number;
        new_count: number;
        changed_count: number;
        unchanged_count: number;
        wrong_count: number;
        people_there: number;
        /** The one preview that may write. */
        check_key: string | null;
        /** Null for the operator's commands. */
        made_by: number | null;
        made_at: number;
        imported_at: number | null;
        undone_at: Generated<number | null>;
        /** Whom undoing it removed. */
        undone_count: Generated<number | null>;
      };
      /** JSON cells, until imported or a day old. */
      intake_lines: { intake_id: number; line: number; cells: string };
      intake_people: {
        intake_id: number;
        line: number;
        email: string;
        name: string | null;
        phone: string | null;
        batch: string | null;
        batch_key: string | null;
        exit_score: number | null;
        grade: string | null;
        /** JSON by field; null for none. */
        faults: string | null;
        /** Null until the preview reaches it. */
        state: RowState | null;
        /** JSON of values to replace; else null. */
        known: string | null;
      };
      /** By column, for a hash of headings. */
      intake_columns: { headings_hash: string; columns: string; used_at: number };
      /** Found by the hash of the link's token. */
      invitations: {
        id: Id;
        email: string;
        token_hash: string;
        /** Of the code on a printed one. */
        code_hash: Generated<string | null>;
        /** Of the link that its code opened last. */
        code_token_hash: Generated<string | null>;
        way: 'mail' | 'print';
        made_by: number | null;
        made_at: number;
        expires_at: number;
        opened_at: number | null;
        used_at: number | null;
        revoked_at: number | null;
      };
      /** Invitations printed together; `printed_at` is null until the office has printed them. */
      printed_sheets: {
        id: Id;
        made_by: number | null;
        made_at: number;
        printed_at: Generated<number | null>;
      };
      sheet_invitations: { invitation_id: number; sheet_id: number };
    };
  }
}

export const peoplePersonal: PersonalTables = {
  people: { of: 'account_id', erase: 'keep' },
  person_words: { of: 'account_id', erase: 'keep' },
  expected_people: { of: 'email', erase: 'keep' },
  expected_words: { of: [], erase: 'keep' },
  intakes: { of: [], by: 'made_by', erase: 'keep' },
  intake_people: { of: 'email', erase: 'itself' },
  invitations: { of: 'email', by: 'made_by', erase: 'itself' },
  printed_sheets: { of: [], by: 'made_by', erase: 'keep' },
  sheet_invitations: { of: [], erase: 'keep' },
};

export const peopleSecrets: SecretTables = {
  // `restore` revokes what is open; an invitation is of no account yet.
  invitations: { secret: ['token_hash', 'code_hash', 'code_token_hash'], restore: 'itself', erasure: 'end' },
};
