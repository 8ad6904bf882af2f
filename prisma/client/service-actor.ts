/** The actor of audit entries that no administrator caused: the service itself, and the commands of operators. */
export const SERVICE_ACTOR = "service";
