import type { AsStored, Flag } from '../platform/database/schema.ts';
import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { SecretTables } from '../platform/database/secret-tables.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    people: {
      /** A row per account, kept by triggers. */
      people: {
        /** 0 for none. */
        batch_id: AsStored;
        /** Typed at signup, without case and spaces; '' for none. */
        typed_key: AsStored;
        is_student: Flag;
        is_confirmed: Flag;
        is_suspended: Flag;
        is_waiting: Flag;
        has_project: Flag;
        asks_deletion: Flag;
        is_anonymised: Flag;
      };
      /** Of name, email and phone, A to Z lowered; kept by a trigger. */
      person_words: AsStored;
      /** Changes whose sums are the counts; kept by triggers. */
      people_counts: AsStored;
      /** Imported people without an account, kept by triggers. */
      expected_people: {
        /** 0 for none. */
        batch_id: AsStored;
        is_invited: Flag;
      };
      /** As `person_words`. */
      expected_words: AsStored;
      /** As `people_counts`. */
      expected_counts: AsStored;
      intakes: {
        /** JSON lists with an entry per column. */
        headings: AsStored;
        /** The one preview that may write. */
        check_key: AsStored;
        /** Null for the operator's commands. */
        made_by: AsStored;
        /** Whom undoing it removed. */
        undone_count: AsStored;
      };
      /** JSON cells, until imported or a day old. */
      intake_lines: AsStored;
      intake_people: {
        /** JSON by field; null for none. */
        faults: AsStored;
        /** Null until the preview reaches it. */
        state: AsStored;
        /** JSON of values to replace; else null. */
        known: AsStored;
      };
      /** By column, for a hash of headings. */
      intake_columns: AsStored;
      /** Found by the hash of the link's token. */
      invitations: {
        /** Of the code on a printed one. */
        code_hash: AsStored;
        /** Of the link that its code opened last. */
        code_token_hash: AsStored;
      };
      /** Invitations printed together; `printed_at` is null until the office has printed them. */
      printed_sheets: AsStored;
      sheet_invitations: AsStored;
    };
  }
}

export const peoplePersonal: PersonalTables = {
  people: { owner: 'account_id', erase: 'keep' },
  person_words: { owner: 'account_id', erase: 'keep' },
  expected_people: { owner: 'email', erase: 'keep' },
  expected_words: { owner: [], erase: 'keep' },
  intakes: { owner: [], by: 'made_by', erase: 'keep' },
  intake_people: { owner: 'email', erase: 'itself' },
  invitations: { owner: 'email', by: 'made_by', erase: 'itself' },
  printed_sheets: { owner: [], by: 'made_by', erase: 'keep' },
  sheet_invitations: { owner: [], erase: 'keep' },
};

export const peopleSecrets: SecretTables = {
  // `restore` revokes what is open; an invitation is of no account yet.
  invitations: { secret: ['token_hash', 'code_hash', 'code_token_hash'], restore: 'itself', erasure: 'end' },
};
