/** Whom a page is shown to. */
export interface Viewer {
  name: string | null;
  email: string;
  emailVerified: boolean;
  role: "user" | "admin";
  credits: number;
}
