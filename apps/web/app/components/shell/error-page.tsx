import { Container } from "@mantine/core";
import { ErrorMessage } from "./error-message";

/** The error of a page that has no frame: nobody knows who reads it. */
export function ErrorPage() {
  return (
    <Container size="xs" component="main">
      <ErrorMessage />
    </Container>
  );
}
