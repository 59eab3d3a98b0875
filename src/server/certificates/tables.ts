import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { AsStored } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    certificates: {
      /** Rows never change; a student's newest counts. */
      certificate_names: {
        /** Null for the student. */
        confirmed_by: AsStored;
        /** Of a student under 18: who confirmed, how, and on which day (`YYYY-MM-DD`). */
        guardian: AsStored;
      };
      /** By content, for ever: what an issued paper shows does not change. */
      certificate_pictures: AsStored;
      /** Rows never change; the newest of a kind counts. */
      certificate_wordings: {
        /** JSON (`Wording`). */
        wording: AsStored;
      };
      /** Behind new papers, by kind; nulls: none. What is issued has its own in `certificate_pictures`. */
      certificate_backgrounds: AsStored;
      /** After a deletion of the account; without a row certificates are removed with it. */
      certificate_wishes: AsStored;
      /** What is issued never changes, but for one revocation and an anonymisation. */
      certificates: {
        /** JSON (`SignedDocument`) with the texts and their salts. */
        document: AsStored;
        /** For staff. */
        note: AsStored;
      };
    };
  }
}

export const certificatesPersonal: PersonalTables = {
  certificate_names: {
    owner: 'account_id',
    by: 'confirmed_by',
    erase: 'delete',
  },
  certificate_wordings: { owner: [], by: 'made_by', erase: 'keep' },
  certificate_backgrounds: { owner: [], by: 'changed_by', erase: 'keep' },
  // Kept for an anonymisation that is repeated after a restore.
  certificate_wishes: { owner: 'account_id', erase: 'keep' },
  certificates: { owner: 'account_id', by: ['issued_by', 'revoked_by'], erase: 'itself' },
};
