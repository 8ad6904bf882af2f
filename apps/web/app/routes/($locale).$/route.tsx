/** Every other page: 404, shown within the frame. */
export async function loader(): Promise<never> {
  throw new Response(null, { status: 404 });
}

export default function Missing() {
  return null;
}
