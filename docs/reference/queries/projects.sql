-- Written by "npm run reference" from src/server/projects/queries.ts.

-- everyOfferedProject
select
  "projects"."id",
  "projects"."name",
  "course"."name" as "course",
  "projects"."details",
  "projects"."background_image" as "backgroundImage"
from "projects"
inner join (select "id", "name" from "courses" where "retired_at" is null) as "course" on "course"."id" = "projects"."course_id"
where "projects"."retired_at" is null
  and projects.details <> ''
order by "course"."id", "projects"."id";

-- offeredProjects
select
  "projects"."id",
  "projects"."name",
  "course"."name" as "course",
  "projects"."details",
  "projects"."background_image" as "backgroundImage",
  "projects"."seats",
  "projects"."seats_taken" as "seatsTaken"
from "projects"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "projects"."course_id"
where "course"."name" = :course
  and "projects"."retired_at" is null
  and projects.details <> ''
order by "projects"."id";

-- projectById
select
  "projects"."id",
  "projects"."name",
  "course"."name" as "course",
  "projects"."details",
  "projects"."background_image" as "backgroundImage",
  "projects"."overview",
  "projects"."prerequisite_knowledge" as "prerequisiteKnowledge",
  "projects"."job_opportunities" as "jobOpportunities",
  "projects"."project_url" as "projectUrl",
  "projects"."retired_at" as "archivedAt",
  "projects"."seats",
  "projects"."seats_taken" as "seatsTaken"
from "projects"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "projects"."course_id"
where lower(projects.id) = lower(:id)
order by case when projects.id = :id then 0 else 1 end
limit 1;

-- projectsOfCourse
select
  "projects"."id",
  "projects"."name",
  "course"."name" as "course",
  "projects"."details",
  "projects"."background_image" as "backgroundImage"
from "projects"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "projects"."course_id"
where "course"."name" = :course
order by "projects"."id";

-- referencesOfProject
select
  "id",
  "name",
  "ref1",
  "ref2",
  "ref3",
  "ref4"
from "projects"
where lower(projects.id) = lower(:id)
order by case when projects.id = :id then 0 else 1 end
limit 1;
