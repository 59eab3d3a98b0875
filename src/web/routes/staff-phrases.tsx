import { useRef } from 'react';
import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { limits } from '#contract/limits';
import type { Phrase } from '#contract/marking/phrase-calls';
import type { SharedPhrase } from '#contract/marking/shared-phrase-calls';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { ChangePhrase, DeletePhrase, PhraseForm } from '../features/marking/phrases/phrase-forms.tsx';
import { parsePlace, phrasesAddress, type Place } from '../features/marking/phrases/phrase-place.ts';
import { PlaceChoice } from '../features/marking/phrases/place-choice.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { removalBody } from '../lib/forms/began-fields.ts';
import { changedBody } from '../lib/forms/changed-body.ts';
import type { Fields } from '../lib/forms/form-fields.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { FoldSummary, Small, Stack, ScreenHead } from '../ui/layout.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { ResultPart } from './load-error.tsx';
import { staffLoad, type StaffData } from './staff-screen.tsx';
import styles from '../features/marking/phrases/phrases.module.css';

export const meta = pageMeta('Phrases');

type Project = { id: string; name: string };

/** `phrases` are the user's own without a place. */
type Page = {
  place: Place | null;
  phrases: readonly (Phrase | SharedPhrase)[];
  projects: readonly Project[];
};

/** Of the courses of the user's batches; those that cannot be read are not offered. */
async function readProjects(call: Call): Promise<Project[]> {
  const batches = await call('listStaffBatches');
  const courses = [...new Set(batches.map(({ course }) => course))];
  const lists = await Promise.all(
    courses.map((course) => call('listAvailableProjects', { params: { course } })),
  );
  return lists.flat().map(({ id, name }) => ({ id, name }));
}

async function readPage(call: Call, { search }: Visit): Promise<Page> {
  const place = parsePlace(search.get('place'));
  const [phrases, projects] = await Promise.all([
    place === null ? call('listPhrases', {}) : call('listSharedPhrases', { params: place }),
    readProjects(call).catch(() => []),
  ]);
  return { place, phrases, projects };
}

const load = staffLoad(readPage);

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const readPhrase = ({ name = '', text = '' }: Fields) => ({ name, text });

const redirectWithNotice = withNotices({
  'phrase-kept': 'The phrase is saved.',
  'phrase-deleted': 'The phrase is deleted.',
});

const changePhrases: SignedInHandler = async (call, { fields }) => {
  const { act: formName, phrase = '', 'Idempotency-Key': idempotencyKey } = fields;
  const place = parsePlace(fields['place']);
  const done = phrasesAddress(place);
  if (formName === 'delete') {
    const body = removalBody(fields);
    if (place === null) await call('deletePhrase', { params: { phrase }, body, idempotencyKey });
    else await call('deleteSharedPhrase', { params: { ...place, phrase }, body, idempotencyKey });
    return redirectWithNotice(done, 'phrase-deleted');
  }
  if (formName === 'change') {
    const body = changedBody(fields, readPhrase);
    if (place === null) await call('changePhrase', { params: { phrase }, body, idempotencyKey });
    else await call('changeSharedPhrase', { params: { ...place, phrase }, body, idempotencyKey });
  } else if (place === null) await call('addPhrase', { body: readPhrase(fields), idempotencyKey });
  else await call('addSharedPhrase', { params: place, body: readPhrase(fields), idempotencyKey });
  return redirectWithNotice(done, 'phrase-kept');
};
export const action = signedInAction(changePhrases);
export const clientAction = browserAction(changePhrases);

/** Who changed a shared phrase last. */
function LastChange({ phrase }: { phrase: Phrase | SharedPhrase }) {
  if (!('changed_at' in phrase)) return null;
  return (
    <Small>
      <span>{`Changed by ${phrase.changed_by ?? 'a removed account'}, `}</span>
      <Time value={phrase.changed_at} />
    </Small>
  );
}

function Phrases({ page: { place, phrases } }: { page: Page }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      {phrases.length < limits.phrases && (
        <Stack as="section" gap={3} aria-labelledby="new">
          <h2 id="new">A new phrase</h2>
          <PhraseForm place={place} />
        </Stack>
      )}
      <Stack as="section" gap={3} aria-labelledby="own">
        <h2 id="own" ref={heading} tabIndex={-1}>
          {phrases.length === 0 ? 'No phrases yet' : `${phrases.length} of at most ${limits.phrases}`}
        </h2>
        <Small>
          {place === null
            ? 'Only you see your phrases.'
            : place.kind === 'batch'
              ? 'All mentors of this batch and the office use and change these. If you have a phrase of the same name, yours is used.'
              : 'All mentors of this project and the office use and change these. If you have a phrase of the same name, yours is used.'}
        </Small>
        <Stack as="ul" gap={3}>
          {phrases.map((phrase) => (
            <li key={phrase.id} className={styles['phrase']}>
              <div className={styles['head']}>
                <strong className={styles['name']}>{`;${phrase.name}`}</strong>
                <DeletePhrase phrase={phrase} place={place} onDeleted={() => heading.current?.focus()} />
              </div>
              <p className={styles['text']}>{phrase.text}</p>
              <LastChange phrase={phrase} />
              <details>
                <FoldSummary>
                  Change <span className="visually-hidden">{`;${phrase.name}`}</span>
                </FoldSummary>
                <ChangePhrase phrase={phrase} place={place} />
              </details>
            </li>
          ))}
        </Stack>
      </Stack>
    </>
  );
}

function Loaded({ user, page }: { user: CurrentUser; page: Page }) {
  const { place, projects } = page;
  return (
    <>
      <PlaceChoice place={place} batches={user.batches} projects={projects} />
      <Phrases key={phrasesAddress(place)} page={page} />
    </>
  );
}

export default function StaffPhrases() {
  const { user, page } = useLoaderData<StaffData<Page>>();
  return (
    <PageBody width="work" className={styles['page']}>
      <ScreenHead title="Phrases" />
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<ListSkeleton />}>
          {(result) => (
            <ResultPart result={result} title="The phrases could not be loaded">
              {(loaded) => <Loaded user={user} page={loaded} />}
            </ResultPart>
          )}
        </AwaitData>
      )}
    </PageBody>
  );
}
