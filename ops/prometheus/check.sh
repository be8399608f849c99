#!/usr/bin/env bash
# Checks the alerts, their tests and the example configuration. Needs promtool, which comes with Prometheus.
set -euo pipefail
cd "$(dirname "$0")"
promtool check config prometheus.yml
promtool check rules alerts.yml
promtool test rules alerts.test.yml
