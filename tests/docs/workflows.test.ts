import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
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

test('a release tries the image of its commit before it pushes one', () => {
  const { jobs } = parse(read('.github/workflows/release.yml')) as {
    jobs: { publish: { steps: { run?: string; with?: { push?: boolean } }[] } };
  };
  const { steps } = jobs.publish;
  const tried = steps.findIndex(({ run }) => run === 'npm run check:image');
  expect(tried).toBeGreaterThan(-1);
  expect(steps.findIndex((step) => step.with?.push)).toBeGreaterThan(tried);
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
