-- Written by "npm run reference" from src/server/projects/catalogue-file-queries.ts.

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
