import { Button, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { Section } from "../page/section";
import { OfferGrid } from "../pricing/offer-grid";
import { Hero } from "./hero";
import { WhatItMakes } from "./what-it-makes";

/** What the service is and what it costs. */
export function LandingPage({ isSignedIn }: { isSignedIn: boolean }) {
  const path = useLocalePath();
  const buyPath = path(isSignedIn ? "/billing#plans" : `/sign-up?callbackUrl=${path("/billing")}`);
  return (
    <>
      <Hero isSignedIn={isSignedIn} />
      <Section title="What credits buy">
        <WhatItMakes />
      </Section>
      <Section title="Pricing" id="pricing">
        <Text c="dimmed" mb="md">
          A yearly plan is paid for once a year and pays out its credits month by month.
        </Text>
        <OfferGrid
          actionFor={(item) => (
            <Button component={Link} to={buyPath} variant={item.kind === "one_time" ? "default" : "light"} fullWidth>
              {item.kind === "one_time" ? "Get the pack" : `Get ${item.name}`}
            </Button>
          )}
        />
      </Section>
    </>
  );
}
