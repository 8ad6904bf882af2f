// pnpm api:types: writes the types of packages/client from the API's description.
import { writeFileSync } from "node:fs";
import { API_TYPES_FILE, apiTypes } from "./api-types";

writeFileSync(API_TYPES_FILE, await apiTypes());
