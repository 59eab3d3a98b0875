import { marks, type Boot } from '#contract/screens';

/** At build time the marks stand where the server later writes the real values. */
const atBuild: Boot = {
  academy: { name: marks.academyName, zone: 'Asia/Kolkata', clock: { until: 0, changes: [] } },
  maxUploadBytes: 64 * 1024 * 1024,
  catalogue: [
    {
      name: marks.projectName,
      course: marks.projectCourse,
      details: marks.projectDetails,
      backgroundImage: marks.projectPicture,
    },
  ],
};

function read(): Boot {
  if (typeof document === 'undefined') return atBuild;
  const block = document.getElementById('boot')?.textContent ?? '';
  // The development server does not fill the mark.
  if (block === '' || block === marks.boot)
    return { ...atBuild, academy: { ...atBuild.academy, name: 'ICTAK' }, catalogue: [] };
  return JSON.parse(block) as Boot;
}

/** What the server wrote into this page: the academy, and on signed-in screens session and first answers. */
export const boot: Boot = read();
