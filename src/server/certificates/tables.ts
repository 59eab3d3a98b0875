import type { PersonalTables } from '../platform/database/personal-tables.ts';
import type { CertificateKind, Revocation } from '#contract/certificates/wording';
import type { Flag, Id } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface TablesByOwner {
    certificates: {
      /** Rows never change; a student's newest counts. */
      certificate_names: {
        id: Id;
        account_id: number;
        line: string;
        confirmed_at: number;
        /** Null for the student. */
        confirmed_by: number | null;
        /** Of a student under 18: who confirmed, how, and on which day (`YYYY-MM-DD`). */
        guardian: string | null;
        guardian_how: string | null;
        guardian_on: string | null;
      };
      /** By content, for ever: what an issued paper shows does not change. */
      certificate_pictures: { sha256: string; type: string; bytes: Buffer };
      /** Rows never change; the newest of a kind counts. */
      certificate_wordings: {
        id: Id;
        kind: CertificateKind;
        /** JSON (`Wording`). */
        wording: string;
        made_by: number;
        made_at: number;
      };
      /** Behind new papers, by kind; nulls: none. What is issued has its own in `certificate_pictures`. */
      certificate_backgrounds: {
        kind: CertificateKind;
        sha256: string | null;
        type: string | null;
        bytes: Buffer | null;
        changed_by: number;
        changed_at: number;
      };
      /** After a deletion of the account; without a row certificates are removed with it. */
      certificate_wishes: { account_id: number; keeps: Flag };
      /** What is issued never changes, but for one revocation and an anonymisation. */
      certificates: {
        id: Id;
        number: string;
        kind: CertificateKind;
        account_id: number;
        batch_id: number;
        freeze_id: number;
        layout: number;
        logo: string | null;
        background: string | null;
        /** JSON (`SignedDocument`) with the texts and their salts. */
        document: string;
        issued_at: number;
        issued_by: number;
        revoked_at: number | null;
        revoked_by: number | null;
        revocation: Revocation | null;
        /** For staff. */
        note: string | null;
        erased_at: number | null;
      };
    };
  }
}

export const certificatesPersonal: PersonalTables = {
  certificate_names: {
    of: 'account_id',
    by: 'confirmed_by',
    erase: 'delete',
  },
  certificate_wordings: { of: [], by: 'made_by', erase: 'keep' },
  certificate_backgrounds: { of: [], by: 'changed_by', erase: 'keep' },
  // Kept for an anonymisation that is repeated after a restore.
  certificate_wishes: { of: 'account_id', erase: 'keep' },
  certificates: { of: 'account_id', by: ['issued_by', 'revoked_by'], erase: 'itself' },
};
