const notFound = async (): Promise<Response> => Response.json({ error: "Not found" }, { status: 404 });

/** Every other path below /api. */
export const loader = notFound;
export const action = notFound;
