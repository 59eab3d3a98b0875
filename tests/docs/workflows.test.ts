import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { DockerfileParser } from 'dockerfile-ast';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const faultsOf = (name: string, content: string) =>
  parseWorkflow({ name, content }, new NoOperationTraceWriter()).context.errors.getErrors().map(String);

test('each workflow is one by GitHub’s own parser', () => {
  expect(workflows.map((file) => path.basename(file)).toSorted()).toEqual([
    'nightly.yml',
    'release.yml',
    'test.yml',
  ]);
  for (const file of workflows) expect.soft(faultsOf(file, read(file)), file).toEqual([]);
  expect(faultsOf('x', 'on: push\njobs:\n  a:\n    runs-on: x\n    step: []\n')).not.toEqual([]);
});

test('workflows run scripts that are there, and hold no secret but GitHub’s own token', () => {
  for (const file of workflows) {
    const text = read(file);
    for (const [, name = ''] of text.matchAll(/npm run ([\w:]+)/g))
      expect.soft(scripts, file).toHaveProperty([name]);
    const secrets = [...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
    expect
      .soft(
        secrets.filter((name) => name !== 'GITHUB_TOKEN'),
        file,
      )
      .toEqual([]);
  }
});

const commit = /^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/;
const image = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;

/** An action by its commit, an image by its digest: what somebody moves a tag to is not run unseen. */
const unpinned = (form: RegExp, names: readonly (string | undefined)[]) =>
  names.filter((name) => name === undefined || !form.test(name));

type Step = {
  id?: string;
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: object;
};
const stepsOf = (file: string): Step[] =>
  Object.values((parse(read(file)) as { jobs: Record<string, { steps: Step[] }> }).jobs).flatMap(
    ({ steps }) => steps,
  );

test('workflows name each action by its commit, with the version beside it, and each image by its digest', () => {
  for (const file of workflows) {
    const steps = stepsOf(file);
    const actions = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect.soft(actions.length, file).toBeGreaterThan(0);
    expect.soft(unpinned(commit, actions), file).toEqual([]);
    expect
      .soft(read(file).match(/uses: .*@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm), file)
      .toHaveLength(actions.length);
    // These two start an image of their own: without a name, whatever its tag leads to.
    for (const { uses, with: given } of steps) {
      if (uses?.includes('setup-qemu-action'))
        expect.soft(unpinned(image, [String(given?.['image'])])).toEqual([]);
      if (uses?.includes('setup-buildx-action'))
        expect.soft(unpinned(image, [/^image=(\S+)$/.exec(String(given?.['driver-opts']))?.[1]])).toEqual([]);
    }
    expect.soft(read(file), file).not.toMatch(/^\s+(?:container|services):/m);
  }
  expect(unpinned(commit, ['actions/checkout@v5', 'actions/checkout@main', 'actions/checkout'])).toHaveLength(
    3,
  );
});

test('the Dockerfile and the compose files name each image by its digest', () => {
  const dockerfile = DockerfileParser.parse(read('deploy/Dockerfile'));
  const bases = dockerfile.getFROMs().map((from) => from.getImage() ?? undefined);
  const frontend = /^# syntax=(\S+)/.exec(read('deploy/Dockerfile'))?.[1];
  expect(unpinned(image, [...bases, frontend])).toEqual([]);
  const started = globSync('deploy/compose*.yaml', { cwd: root }).flatMap((file) =>
    Object.values(
      (parse(read(file), { merge: true }) as { services: Record<string, { image?: string }> }).services,
    ),
  );
  const names = started.flatMap((service) => (service.image === undefined ? [] : [service.image]));
  // The portal's own has the version of the operator's settings.
  const foreign = names.filter((name) => !name.startsWith('${CAPSTONE_IMAGE'));
  expect(foreign).toHaveLength(4);
  expect(unpinned(image, foreign)).toEqual([]);
  expect(unpinned(image, ['postgres:18', 'postgres', `postgres@sha256:${'a'.repeat(64)}`])).toHaveLength(3);
});

test('a release publishes the image that it tried: built once, tagged after, by its digest', () => {
  const steps = stepsOf('.github/workflows/release.yml');
  const placeOf = (found: (step: Step) => boolean | undefined) => {
    expect(steps.filter(found)).toHaveLength(1);
    return steps.findIndex(found);
  };
  const built = placeOf(({ uses }) => uses?.startsWith('docker/build-push-action@'));
  const { id, with: given } = steps[built] ?? {};
  // Nobody gets it by a name yet.
  expect(given).not.toHaveProperty('tags');
  expect(given?.['outputs']).toMatch(/,push-by-digest=true,.*push=true$/);
  const digest = `\${{ steps.${id}.outputs.digest }}`;
  const tried = placeOf(({ run }) => run?.startsWith('npm run check:image'));
  const platforms = String(given?.['platforms']).replaceAll(',', ' ');
  expect(steps[tried]).toMatchObject({
    run: `npm run check:image -- "$IMAGE" ${platforms}`,
    env: { IMAGE: `\${{ steps.release.outputs.image }}@${digest}` },
  });
  const tagged = placeOf(({ run }) => run?.includes('imagetools create'));
  expect(steps[tagged]).toMatchObject({
    run: expect.stringContaining('--tag "$tag" "$IMAGE@$DIGEST"'),
    env: { DIGEST: digest },
  });
  const attested = placeOf(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'));
  expect(steps[attested]?.with).toMatchObject({ 'subject-digest': digest });
  expect([built, tried, tagged, attested].toSorted((a, b) => a - b)).toEqual([
    built,
    tried,
    tagged,
    attested,
  ]);
  expect(steps.filter(({ run }) => /docker (?:build |push|tag)/.test(run ?? ''))).toEqual([]);
});

test('each form for an issue asks for something, under ids of its own', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/{fault,suggestion}.yml', { cwd: root });
  expect(forms).toHaveLength(2);
  for (const file of forms) {
    const form = parse(read(file)) as {
      name: string;
      description: string;
      body: { id?: string; type: string }[];
    };
    expect.soft(form.name && form.description, file).toBeTruthy();
    const ids = form.body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
    expect.soft(ids.length, file).toBeGreaterThan(1);
    expect.soft(new Set(ids).size, file).toBe(ids.length);
    expect.soft(ids, file).not.toContain(undefined);
  }
});

test('what editors and nvm read agrees with what the project brings and formats', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>;
  };
  const majors = Object.values(optionalDependencies).map((version) => version.split('.', 1)[0]);
  expect(new Set(majors)).toEqual(new Set([read('.nvmrc').trim()]));
  const { recommendations } = JSON.parse(read('.vscode/extensions.json')) as { recommendations: string[] };
  const settings = JSON.parse(read('.vscode/settings.json')) as Record<string, unknown>;
  expect(recommendations).toContain(settings['editor.defaultFormatter']);
  expect(read('.editorconfig')).toContain('end_of_line = lf');
});

test('scripts that the papers name are there', () => {
  for (const file of ['CONTRIBUTING.md', 'README.md', 'docs/testing.md', '.github/pull_request_template.md'])
    for (const [, name = ''] of read(file).matchAll(/npm run ([\w:]+)/g))
      expect.soft(scripts, file).toHaveProperty([name]);
});
