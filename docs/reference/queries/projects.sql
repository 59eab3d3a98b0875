-- Written by "npm run reference" from src/server/projects/queries.ts.

-- allProjects
select
  "projects"."id",
  "projects"."name",
  "course"."name" as "course",
  "projects"."details",
  "projects"."background_image" as "backgroundImage"
from "projects"
inner join (select "id", "name" from "courses") as "course" on "course"."id" = "projects"."course_id"
order by "course"."id", "projects"."id";

-- bytesOfCatalogueFile
select "body"
from "catalogue_files"
where "path" = :path
  and "sha256" = :sha256;

-- catalogueFileByPath
select
  "content_type" as "contentType",
  "sha256"
from "catalogue_files"
where "path" = :path;

-- projectById
select
  "projects"."id",
  "projects"."name",
  "course"."name" as "course",
  "projects"."details",
  "projects"."overview",
  "projects"."prerequisite_knowledge" as "prerequisiteKnowledge",
  "projects"."job_opportunities" as "jobOpportunities",
  "projects"."background_image" as "backgroundImage",
  "projects"."project_url" as "projectUrl"
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
