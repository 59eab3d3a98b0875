import type { StudentCourse } from '#contract/courses';
import { isoInstant } from '#contract/dates';

export type StudentCourseRow = {
  grade: string | null;
  exitScore: number | null;
  course: string | null;
  startsAt: number | null;
  mentors: string | null;
};

/** A student's course on the wire; what is not known yet is null. */
export function presentStudentCourse(
  student: { email: string; name: string },
  row: StudentCourseRow,
): StudentCourse {
  return {
    s_id: student.email,
    s_name: student.name,
    s_course: row.course,
    s_startdate: row.startsAt === null ? null : isoInstant(row.startsAt),
    s_mentor: row.mentors,
    s_grade: row.grade,
    s_exitscore: row.exitScore,
  };
}
