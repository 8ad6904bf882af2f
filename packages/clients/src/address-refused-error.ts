/** An address the service must not go to. For the log: whoever named the address learns only that it could not be fetched. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}
