import { loadSample } from '#server/catalogue/sample/sample-files';
import { expect, test } from './portal.ts';
import { startRenamingProxy } from './renaming-proxy.ts';

/** A plain page of an old client: the specification's calls, relative addresses, its own words for `{name}`. */
const page = `<!doctype html><title>Old client</title><p id="said"></p><script>
async function call(method, path, payload) {
  const form = payload instanceof FormData;
  const response = await fetch(path, { method, body: form ? payload : payload && JSON.stringify(payload),
    headers: payload && !form ? { 'Content-Type': 'application/json' } : {} });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}
async function journey() {
  const email = 'asha@example.test', password = 'secret1';
  const steps = {};
  steps.signup = (await call('POST', '/api/enroll/signup', { name: 'Asha', email, password, phone: '9876543210', batch: 'MERN-2026-11' })).status;
  steps.login = (await call('POST', '/api/enroll/login', { email, password })).body.message;
  const student = (await call('GET', '/api/learner/studentCourse/' + email)).body;
  const projects = (await call('GET', '/api/learner/availableProjects/' + encodeURIComponent(student.s_course))).body;
  const project = (await call('GET', '/api/catalogue/projects/' + projects[0].id)).body[0];
  steps.select = (await call('POST', '/api/learner/selectProject', { sp_id: email, sp_name: student.s_name, p_id: project.id,
    p_name: project.name, start_date: new Date().toISOString() })).status;
  steps.chosen = (await call('GET', '/api/learner/studentswithprojects/' + email)).body[0].p_id === project.id;
  const asked = (await call('POST', '/api/discussion/discussion/' + email + '/question', { question: 'Hello?' })).body.questions;
  const id = asked[asked.length - 1]._id;
  await call('POST', '/api/discussion/discussion/' + email + '/question/' + id + '/answer', { answer: 'Hi.' });
  steps.answers = (await call('GET', '/api/discussion/discussion/' + email)).body.questions.find((q) => q._id === id).answers;
  steps.reference = (await call('GET', '/api/refs/projects/' + project.id)).body.p_name === project.name;
  window.submit = async () => {
    const form = new FormData();
    form.append('selectedWeek', '1'); form.append('links', ''); form.append('comments', 'Done');
    form.append('files', new File(['my work'], 'week.txt'));
    return (await call('POST', '/api/learner/uploadWeek/' + email, form)).body.message;
  };
  return steps;
}
</script>`;

test('an old client behind a proxy that renames the calls completes its journey', async ({
  portal,
  page: browser,
}) => {
  await loadSample(portal.context);
  const proxy = await startRenamingProxy(portal.url, page);
  try {
    await browser.goto(proxy.url);
    expect(await browser.evaluate('journey()')).toEqual({
      signup: 201,
      login: 'Login successful',
      select: 201,
      chosen: true,
      answers: ['Hi.'],
      reference: true,
    });
    portal.clock.shift(7 * 24 * 3_600_000);
    expect(await browser.evaluate('submit()')).toBe('Congrats!!! You have submitted your work for the week');
  } finally {
    await proxy.stop();
  }
});
